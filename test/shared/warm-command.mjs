// A process that runs one command line after another: what the first one loads, the others use. Each message is the words of one.
import { main } from '../../dist/cli/main.js'

let printed = { stdout: '', stderr: '' }
for (const stream of ['stdout', 'stderr'])
  process[stream].write = (text, encoding, written) => {
    printed[stream] += text
    const done = typeof encoding === 'function' ? encoding : written
    if (done !== undefined) setImmediate(done)
    return true
  }

process.on('message', async (words) => {
  printed = { stdout: '', stderr: '' }
  process.exitCode = undefined
  await main([process.execPath, 'selfsame', ...words])
  process.send({ status: process.exitCode ?? 0, ...printed })
})
process.on('disconnect', () => process.exit())

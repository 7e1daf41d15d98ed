// A worker program that behaves badly when asked to.
import { serveJobs } from '../../../dist/workers/worker-runtime.js'

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

serveJobs({
  echo: (asked) => asked,
  pid: () => process.pid,
  environment: () => Object.keys(process.env).sort(),
  slow: async ({ milliseconds, answer }) => {
    await wait(milliseconds)
    return answer
  },
  loop: () => {
    for (;;);
  },
  swell: () => {
    const held = []
    for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1))
  },
  crash: () => process.abort(),
  reject: () => {
    Promise.reject(new Error('nobody handles this'))
    return wait(5_000)
  },
  print: () => {
    console.log('a value that a parser printed')
    console.error('and another')
    return 'done'
  },
})

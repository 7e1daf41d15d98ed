// The effect on other clients: a separate thread that requests /livez every 20 ms and a short detection every 50 ms,
// and keeps the delay of each answer. A thread, so that the work of the attacker is not measured as well.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Lane } from '../fuzz/client.mjs'
import { framed } from '../fuzz/wire.mjs'

const LIVEZ = { bytes: framed({ method: 'GET', target: '/livez' }) }
const DETECT = {
  bytes: framed({
    method: 'POST',
    target: '/detect',
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"text":"Write to casey@example.com.","jurisdiction":"DE"}'),
  }),
}
const PATIENCE = 2_000

/** Begins to watch; `stop()` resolves with { livez, detect }: delays in milliseconds, Infinity for no answer. */
export function watch(port) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port } })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject)
        worker.postMessage('stop')
      }),
  }
}

/** The value below which a share of the delays lies, and the largest. */
export function summary(delays) {
  const sorted = [...delays].sort((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

if (!isMainThread && workerData?.port !== undefined) {
  const delays = { livez: [], detect: [] }
  const askEvery = (milliseconds, request, kept) => {
    const lane = new Lane(workerData.port, 10_000, () => {})
    const timer = setInterval(() => {
      lane.send(request, (reply, delay) => kept.push(reply?.status === 200 ? delay : Number.POSITIVE_INFINITY))
    }, milliseconds)
    return () => {
      clearInterval(timer)
      return lane
    }
  }
  const ends = [askEvery(20, LIVEZ, delays.livez), askEvery(50, DETECT, delays.detect)]
  parentPort.once('message', async () => {
    const lanes = ends.map((end) => end())
    // Pending requests are awaited, with a limit.
    const until = performance.now() + PATIENCE
    while (lanes.some(({ waiting }) => waiting.length > 0) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10))
    lanes.forEach((lane, at) => {
      for (const { since } of lane.waiting) [delays.livez, delays.detect][at].push(performance.now() - since)
      lane.close()
    })
    parentPort.postMessage(delays)
    parentPort.close()
  })
}

// Does the memory of a service stay as it is? Compares what it used once warm with what it used at the end, by medians of samples.

/** Requests before which nothing is judged: code is compiled and caches fill. */
const WARM_UP = 100_000
const MOST_GROWTH = 1.1

/** Samples are { requests, rss } in order. Returns { warm, last, most, wrong }, or null when there are too few to say. */
export function memoryGrowth(samples) {
  if (samples.length < 5) return null
  const total = samples.at(-1).requests
  const share = (first, end) => samples.filter(({ requests }) => requests >= total * first && requests <= total * end)
  const warm = median(share(0.2, 0.4).map(({ rss }) => rss))
  const last = median(share(0.8, 1).map(({ rss }) => rss))
  const most = Math.max(...samples.map(({ rss }) => rss))
  const isGrown = total >= WARM_UP * 5 && last > warm * MOST_GROWTH
  return { warm, last, most, wrong: isGrown ? `memory grew by ${Math.round((last / warm - 1) * 100)} %` : null }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

// One run against a service over HTTP: the parts that were asked for, over its own document and ledger. `npm run fuzz` and the tests
// start here.
import { fuzzedRequests } from './mix.mjs'
import { runRequests } from './run.mjs'

/** The command that sends one request of a run again. */
export const repeatOf = (seed, part) => (number) =>
  `npm run fuzz -- --seed ${seed} --only ${part} --from ${number} --requests 1`

/** `target` is { port, pid, isGone, restart } as runRequests takes it; `part` is 'all' or the name of one. `show` sees each request first. */
export async function attack({
  target,
  seed,
  part = 'all',
  from = 0,
  count,
  until = () => Number.POSITIVE_INFINITY,
  lanes,
  show,
}) {
  const make = await fuzzedRequests({ port: target.port, seed, part })
  if (show !== undefined) for (let number = from; number < from + count; number++) show(make(number))
  return runRequests({
    target,
    make,
    from,
    count,
    until,
    lanes,
    repeatOf: (number) => repeatOf(seed, make.partOf(number))(number),
  })
}

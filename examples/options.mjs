// The options of an example from its command line. --help prints them, and an unknown one is refused with them.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { detect } from 'selfsame'

/** `known`: each option with what it is and its default, if any. Ends the program after --help (0) and for a usage error (2). */
export function optionsOf(program, known) {
  const entries = Object.entries(known)
  const lines = entries.map(([name, [about, standard]]) =>
    `  --${name.padEnd(14)}${about}`.concat(standard === undefined ? '' : ` (default: ${standard})`),
  )
  const usage = [`node ${program} [options]`, ...lines].join('\n')
  const options = entries.map(([name, [, standard]]) => [
    name,
    { type: 'string', ...(standard === undefined ? {} : { default: standard }) },
  ])
  try {
    const { values } = parseArgs({ options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } } })
    if (!values.help) return values
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(2)
  }
}

/** Listens on 127.0.0.1 and prints what `said` makes of the port. Ends the program for a law that is not known (2) and a port that is taken (1). */
export async function start(server, { port, law }, said) {
  try {
    if (law.jurisdiction !== undefined || law.statute !== undefined) await detect({ text: '-', ...law })
    server.listen(Number(port), '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error.code === 'EADDRINUSE'
    console.error(isTaken ? `port ${port} is taken; choose another with --port` : error.message)
    process.exit(isTaken ? 1 : 2)
  }
  console.log(said(server.address().port))
}

const PORT = 'the port to listen on, on 127.0.0.1'
export const portOption = (standard) => [PORT, standard]
/** The two options that say which law governs. */
export const LAW = {
  jurisdiction: ['the country whose law governs; left out, each text must reveal it'],
  statute: ['the statute, instead of a jurisdiction'],
}

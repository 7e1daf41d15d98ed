// Time and memory of each stage of a run, for --profile. Nothing of it is part of the results.

export interface StageFigures {
  readonly stage: string
  readonly seconds: number
  /** Seconds of processor time of all threads of this process. */
  readonly processor: number
  /** Number of items processed, and what they are. */
  readonly items: number
  readonly of: 'records' | 'values' | 'keys' | 'pairs'
  /** Resident memory at the end of the stage, and the most since the process started. */
  readonly bytes: number
  readonly most: number
}

/** Called at the end of each stage; the next one starts at once. */
export type StageEnd = (stage: string, items: number, of: StageFigures['of']) => void

export function stageMeter(report: ((figures: StageFigures) => void) | undefined): StageEnd {
  if (report === undefined) return () => {}
  let began = performance.now()
  let used = process.cpuUsage()
  return (stage, items, of) => {
    const { user, system } = process.cpuUsage(used)
    const seconds = (performance.now() - began) / 1000
    const { rss } = process.memoryUsage()
    const most = process.resourceUsage().maxRSS * 1024
    report({ stage, seconds, processor: (user + system) / 1e6, items, of, bytes: rss, most })
    began = performance.now()
    used = process.cpuUsage()
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createPool } from '../../../src/workers/pool.ts'

const program = new URL('./program.mjs', import.meta.url)
const memoryBytes = 256 * 1024 * 1024
const milliseconds = 20_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a pool of one process', () => {
  const pool = createPool({ program, size: 1, memoryBytes })
  afterAll(() => pool.close())
  const run = <Answer>(job: string, asked: unknown = null, options = {}) =>
    pool.run<Answer>(job, asked, { milliseconds, ...options })

  it('hands over what structured clones can hold, and takes it back', async () => {
    const asked = { text: 'é\u{1F600}\0', bytes: new Uint8Array([0, 255]), deep: [[{}, null]], map: new Map([[1, 2]]) }
    expect(await run('echo', asked)).toEqual(asked)
  })

  it('answers in the order of the questions', async () => {
    const answers: number[] = []
    await Promise.all(
      [30, 5, 20, 1].map((wait, at) => run('slow', { milliseconds: wait, answer: at }).then(() => answers.push(at))),
    )
    expect(answers).toEqual([0, 1, 2, 3])
  })

  it('knows nothing of the environment of the service', async () => {
    expect((await run<string[]>('environment')).filter((name) => !name.startsWith('MALLOC_'))).toEqual([])
  })

  it('ends a job that never lets go at its deadline, and goes on', async () => {
    await expect(run('loop', null, { milliseconds: 300 })).rejects.toMatchObject({ code: 'timeout' })
    expect(await run('echo', 1)).toBe(1)
  })

  it('ends a job that takes too much memory, and goes on', async () => {
    await expect(run('swell')).rejects.toMatchObject({ code: 'worker_lost' })
    expect(await run('echo', 2)).toBe(2)
  })

  it.each(['crash', 'reject'])('outlives a process that dies: %s', async (job) => {
    await expect(run(job)).rejects.toMatchObject({ code: 'worker_lost' })
    expect(await run('echo', 3)).toBe(3)
  })

  it('goes on when an idle process was ended from outside', async () => {
    const pid = await run<number>('pid')
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000)
    expect(await run('echo', 4)).toBe(4)
  })

  it('drops what waits and stops what runs once nobody waits for it', async () => {
    const gone = new AbortController()
    const running = run('loop', null, { signal: gone.signal })
    const waiting = run('echo', 5, { signal: gone.signal })
    const staying = run('echo', 6)
    await vi.waitFor(() => expect(pool.load.waiting).toBe(2), 60_000)
    gone.abort()
    await expect(running).rejects.toMatchObject({ code: 'timeout' })
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' })
    expect(await staying).toBe(6)
    await expect(run('echo', 7, { signal: gone.signal })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('lets an abandoned job that is nearly done end by itself', async () => {
    const before = await run<number>('pid')
    const gone = new AbortController()
    const abandoned = run('slow', { milliseconds: 100, answer: null }, { signal: gone.signal })
    setTimeout(() => gone.abort(), 20)
    await expect(abandoned).rejects.toMatchObject({ code: 'timeout' })
    expect(await run<number>('pid')).toBe(before)
  })

  it('prints nothing of what a job prints', async () => {
    const write = vi.spyOn(process.stdout, 'write')
    const complain = vi.spyOn(process.stderr, 'write')
    expect(await run('print')).toBe('done')
    expect([...write.mock.calls, ...complain.mock.calls].flat().join('')).not.toMatch(/value|another/)
    write.mockRestore()
    complain.mockRestore()
  })
})

it('runs as many jobs at once as it has processes', async () => {
  const pool = createPool({ program, size: 2, memoryBytes })
  const pids = await Promise.all(
    [1, 2].map(async () => {
      await pool.run('slow', { milliseconds: 200, answer: null }, { milliseconds })
      return pool.run<number>('pid', null, { milliseconds })
    }),
  )
  expect(pool.load.running).toBe(0)
  await pool.close()
  for (const pid of pids) await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000)
})

it('closes though an idle process was ended from outside', async () => {
  const pool = createPool({ program, size: 1, memoryBytes })
  const pid = await pool.run<number>('pid', null, { milliseconds })
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000)
  await pool.close()
})

it('ends idle processes after a while, and starts others', async () => {
  const pool = createPool({ program, size: 1, memoryBytes, idleMilliseconds: 50 })
  const first = await pool.run<number>('pid', null, { milliseconds })
  await vi.waitFor(() => expect(isAlive(first)).toBe(false), 60_000)
  expect(await pool.run<number>('pid', null, { milliseconds })).not.toBe(first)
  await pool.close()
})

it('leaves no process behind when the service is killed, not even one in a loop', async () => {
  const source = `
    import { createPool } from ${JSON.stringify(new URL('../../../dist/workers/pool.js', import.meta.url).href)}
    const pool = createPool({ program: new URL(${JSON.stringify(program.href)}), size: 1, memoryBytes: ${memoryBytes} })
    console.log(await pool.run('pid', null, { milliseconds: 9000 }))
    pool.run('loop', null, { milliseconds: 60000 })`
  const service = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(String((await once(service.stdout, 'data'))[0]))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isAlive(pid)).toBe(true)
  service.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000)
})

import { serveThread } from '../workers/threads.ts'
import { createJobs } from './jobs.ts'

serveThread(createJobs)

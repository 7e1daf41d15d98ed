// Program of a thread that works on tables.
import { serveThread } from '../workers/threads.ts'
import { createJobs } from './thread-jobs.ts'

serveThread(createJobs)

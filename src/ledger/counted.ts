// A ledger that reports how many decisions it acknowledged.
import type { LedgerStore, ReviewStore } from './store.ts'

/** The same ledger; calls `count` after every append that became durable. */
export function counted(store: LedgerStore, count: (decisions: number) => void): LedgerStore {
  return {
    append: (appends) => store.append(appends).then(() => count(appends.length)),
    decision: (id) => store.decision(id),
    record: (id) => store.record(id),
    browser: store.browser,
    reviews: countedReviews(store.reviews, count),
    close: () => store.close(),
  }
}

function countedReviews(reviews: ReviewStore | null, count: (decisions: number) => void): ReviewStore | null {
  if (reviews === null) return null
  return { ...reviews, answer: (decision) => reviews.answer(decision).then(() => count(1)) }
}

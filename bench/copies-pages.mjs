export function comparePages() {
  return { pages: 0, same: 0, worst: '' }
}

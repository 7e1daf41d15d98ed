// The trie of phrases: leads from a word of a phrase to the next, by the number of the next word or by the stem it begins with.
import type { Announcement } from './phrase-hits.ts'
import { sliceOf } from './unit-classes.ts'

const STEM_KEY = 3
/** Up to this number of children, a node searches them one by one. */
const MOST_LISTED = 8

export interface Node {
  /** By term: the number of the next folded word. Most nodes have one child or none. */
  terms: number[] | null
  children: Node[]
  /** The same for a node with many children. */
  wide: Map<number, Node> | null
  /** Phrases whose last word is a stem ("adósz*"), by the first letters of the stem. */
  stems: Map<string, { stem: string; node: Node }[]> | null
  /** True if one of the next words is a bare number. */
  leadsToNumber: boolean
  groups: number[] | null
  /** The announcement of the groups, created at the first hit. */
  says: Announcement | null
}

/** Shared by all nodes without children; nothing is ever added to it. */
const NO_NODES: Node[] = []

export function newNode(): Node {
  return { terms: null, children: NO_NODES, wide: null, stems: null, leadsToNumber: false, groups: null, says: null }
}

export function nodeBehind(node: Node, term: number): Node | undefined {
  const { terms } = node
  if (terms === null) return undefined
  if (node.wide !== null) return node.wide.get(term)
  for (let i = 0; i < terms.length; i++) if (terms[i] === term) return node.children[i]
  return undefined
}

export function leadOn(node: Node, term: number, child: Node): void {
  if (node.terms === null) {
    node.terms = []
    node.children = []
  }
  const { terms, children } = node
  terms.push(term)
  children.push(child)
  if (node.wide !== null) node.wide.set(term, child)
  else if (terms.length > MOST_LISTED) node.wide = new Map(terms.map((one, i) => [one, children[i]!]))
}

export function nodeOfStem(node: Node, stem: string): Node {
  const key = stem.slice(0, STEM_KEY)
  node.stems ??= new Map()
  const list = node.stems.get(key) ?? []
  node.stems.set(key, list)
  let entry = list.find((one) => one.stem === stem)
  if (!entry) {
    entry = { stem, node: newNode() }
    list.push(entry)
  }
  return entry.node
}

const NONE: readonly Node[] = []

export function nodesBegun({ stems }: Node, folded: string): readonly Node[] {
  const list = stems?.get(sliceOf(folded, 0, STEM_KEY))
  if (list === undefined) return NONE
  return list.filter(({ stem }) => folded.startsWith(stem)).map(({ node }) => node)
}

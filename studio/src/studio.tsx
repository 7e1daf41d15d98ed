// The studio: its screens, and which of them the address names.
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ClustersScreen } from './clusters.tsx'
import { CompareScreen } from './compare.tsx'
import { DocumentsScreen } from './documents.tsx'
import { EntitiesScreen } from './entities.tsx'
import { LedgerScreen } from './ledger.tsx'
import { OverviewScreen } from './overview.tsx'
import { ReviewScreen } from './review.tsx'
import { TextScreen } from './text.tsx'

const SCREENS: Readonly<Record<string, readonly [name: string, screen: ComponentType]>> = {
  overview: ['Overview', OverviewScreen],
  text: ['Text', TextScreen],
  compare: ['Compare', CompareScreen],
  documents: ['Documents', DocumentsScreen],
  review: ['Review', ReviewScreen],
  clusters: ['Clusters', ClustersScreen],
  entities: ['Entities', EntitiesScreen],
  ledger: ['Ledger', LedgerScreen],
}

const named = () => {
  const name = location.hash.replace(/^#\/?/, '')
  return Object.hasOwn(SCREENS, name) ? name : 'overview'
}

export function Studio() {
  const [name, setName] = useState(named())
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const change = () => {
      setName(named())
      main.current?.focus()
    }
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  const [title, Screen] = SCREENS[name]!
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    document.title = `${title} – selfsame studio`
    // The row of screens is longer than a telephone is wide.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [title])
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: addresses of this page are its screens, and the jump is done by hand */}
      <a class="skip" href="#main" onClick={(event) => skip(event, main.current)}>
        Skip to the content
      </a>
      <header>
        <span class="brand">selfsame</span>
        <nav aria-label="Screens">
          {Object.entries(SCREENS).map(([each, [label]]) => (
            <a
              key={each}
              href={`#/${each}`}
              aria-current={each === name ? 'page' : undefined}
              ref={each === name ? current : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <Screen />
      </main>
    </>
  )
}

function skip(event: Event, main: HTMLElement | null): void {
  event.preventDefault()
  main?.focus()
}

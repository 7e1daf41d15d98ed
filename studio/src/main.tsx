// Puts the studio on its page.
import { render } from 'preact'
import { config } from 'zod'
import { Studio } from './studio.tsx'
import './style.css'

// The page's policy refuses functions made of text, which zod would try to make.
config({ jitless: true })
render(<Studio />, document.getElementById('studio')!)

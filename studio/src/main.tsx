// Puts the studio on its page.
import { render } from 'preact'
import { Studio } from './studio.tsx'
import './style.css'

render(<Studio />, document.getElementById('studio')!)

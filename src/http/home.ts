// The page at the root: what this service is and where its pages are. With the studio, the root leads there.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { htmlPage } from '../page/html-page.ts'
import { VERSION } from '../version.ts'

const HOME = htmlPage({
  title: 'selfsame',
  body: `<main><h1>selfsame ${VERSION}</h1>
<p>Finds personal data in texts, makes safe copies under the law that governs them, compares records and documents, and proves later what
was decided. This is a running service.</p>
<ul>
<li><a href="docs">Try it, route by route</a>: the page of the API (its document: <a href="openapi.json">openapi.json</a>)</li>
<li><a href="capabilities">What this installation has</a>: ledger, signature, readers of files</li>
<li>For a browser: start it with <code>--studio</code>, and this address opens the studio</li>
</ul>
<p>The service has no authentication: keep it on the loopback address, or put an authenticating proxy in front of it.</p></main>`,
})

/** The policy of the page is in the page, with the hash of its style. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function addHome(app: FastifyInstance, studio: boolean): void {
  app.get('/', (request, reply) => {
    // A program that asks here has mistaken the address: only a browser asks for a page.
    if (!studio && !request.headers.accept?.includes('text/html')) return reply.callNotFound()
    if (withSlash(request, reply)) return reply
    if (studio) return reply.redirect('studio/')
    return reply.header('content-security-policy', CSP).type('text/html; charset=utf-8').send(HOME)
  })
}

/** Links of a page are relative. A server around this one may have left out the slash that they need: true if the browser is sent there. */
function withSlash({ originalUrl }: FastifyRequest, reply: FastifyReply): boolean {
  const [path = '/'] = originalUrl.split('?', 1)
  if (path.endsWith('/')) return false
  reply.redirect(`./${path.slice(path.lastIndexOf('/') + 1)}/`)
  return true
}

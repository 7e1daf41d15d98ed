import { describe, expect, it } from 'vitest'
import { useClient } from './client.ts'

describe('the API document and its page', () => {
  const client = useClient()

  it('is OpenAPI 3.1 with every route of the contract, its failures, and no dangling reference', async () => {
    const { status, body } = await client.get('/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toMatch(/^3\.1\./)
    const capabilities = (await client.get('/capabilities')).body
    // Additions follow the contract's own routes, which alone are endpoints.
    const added = [
      '/files/deidentify',
      '/deidentify/fhir',
      '/review',
      '/review/{id}',
      '/why',
      '/weigh',
      '/decisions',
      '/clusters',
      '/clusters/{id}',
      '/find',
      '/find/fhir',
      '/resolve',
      '/observe',
      '/entities',
      '/entities/{id}',
      '/path',
      '/history/{id}',
      '/cases',
    ]
    expect(Object.keys(body.paths)).toEqual([...capabilities.endpoints, ...added])
    const ids = new Set<string>()
    for (const [path, item] of Object.entries<Record<string, unknown>>(body.paths)) {
      for (const [method, each] of Object.entries(item) as [string, Record<string, unknown>][]) {
        expect(['get', 'post']).toContain(method)
        ids.add(each['operationId'] as string)
      }
      const [operation] = Object.values(item) as [Record<string, unknown>]
      expect(Object.keys(operation['responses'] as object)).toContain('200')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = ((operation['parameters'] ?? []) as { name: string; in: string; required: boolean }[]).filter(
        (each) => each.in === 'path',
      )
      expect(declared.map(({ name }) => name)).toEqual(names)
      for (const parameter of declared) expect(parameter.required).toBe(true)
    }
    expect(ids.size).toBe(capabilities.endpoints.length + added.length + 1)
    const text = JSON.stringify(body)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(body.components.schemas).toHaveProperty(name as string)
    expect(text).not.toContain('$schema')
    expect(Object.keys(body.paths['/compare'].post.responses)).toEqual([
      '200',
      '400',
      '403',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(Object.keys(body.paths['/decision/{id}'].get.responses)).toEqual(['200', '403', '404', '422', '500', '503'])
  })

  it('carries the defaults and descriptions of the request models', async () => {
    const { body } = await client.get('/openapi.json')
    const { DeidentifyRequest } = body.components.schemas
    expect(DeidentifyRequest).toMatchObject({ type: 'object', required: ['text'], additionalProperties: false })
    expect(DeidentifyRequest.properties.method.default).toBe('statute')
    expect(DeidentifyRequest.properties.text.description).toEqual(expect.any(String))
    const form = body.paths['/documents'].post.requestBody.content['multipart/form-data'].schema
    expect(Object.keys(form.properties)).toEqual(['files', 'entity', 'jurisdiction', 'backend', 'store', 'reveal'])
    expect(form.required).toEqual(['files'])
  })

  it('is shown on a page that needs nothing from anywhere else', async () => {
    const page = await client.get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
    const links = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string)
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      expect(link).toMatch(/^docs\//)
      expect((await client.get(`/${link}`)).status).toBe(200)
    }
    expect((await client.get('/docs', { host: 'evil.example' })).status).toBe(403)
  })

  it('gives examples that work', async () => {
    const { body } = await client.get('/openapi.json')
    for (const [path, item] of Object.entries<Record<string, never>>(body.paths)) {
      const content = (item as { post?: { requestBody?: { content: Record<string, { example?: unknown }> } } }).post
        ?.requestBody?.content
      const example = content?.['application/json']?.example
      if (example !== undefined) expect((await client.post(path, example)).status).toBe(200)
    }
  })
})

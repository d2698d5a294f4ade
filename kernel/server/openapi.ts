/** OpenAPI 3.1 out of the endpoint tables: what is served is what is described. */
import { metaOf, fieldsOf, paramsOf, z, type Endpoint } from '#kernel/contract/index.ts'
import { MEMBER_TOKEN } from '#kernel/contract/internal.ts'
import type { Call } from './answer.ts'

/** Described call by call, with a breath for the other requests between: all of them take a second or two. */
export async function openapiOf(
  calls: Iterable<Call>,
  options: { prefix: string; product: string; sentences: (key: string) => string },
): Promise<object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = options.prefix + call.endpoint.path.replace('{product}', options.product)
    ;(paths[path] ??= {})[call.endpoint.method.toLowerCase()] = operation(call, options.sentences)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mingmou 明眸',
      version: '1',
      description: 'Every answer is an envelope { code, message, data }; 200 is success, token codes come with HTTP 401.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        member: { type: 'apiKey', in: 'header', name: MEMBER_TOKEN },
      },
    },
    paths,
  }
}

const securityOf = (can: string): object => (can === 'public' ? {} : { security: [can === 'member' ? { member: [] } : { token: [] }] })

function operation({ id, area, endpoint }: Call, sentence: (key: string) => string): object {
  const inPath = new Set(paramsOf(endpoint.path))
  const inQuery = (name: string) => endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.query?.includes(name)
  const fields = Object.entries(fieldsOf(endpoint.input))
  const parameters = fields
    .filter(([n]) => inPath.has(n) || inQuery(n))
    .map(([name, field]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name),
      description: metaOf(field).label,
      schema: schemaOf(field),
    }))
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return {
    operationId: id,
    tags: [area],
    summary: endpoint.summary ?? id,
    'x-permission': endpoint.can,
    ...(endpoint.fails.length ? { 'x-refusals': Object.fromEntries(endpoint.fails.map((f) => [f, sentence(f)])) } : {}),
    ...securityOf(endpoint.can),
    parameters,
    ...(hasBody
      ? {
          requestBody: {
            content: { [endpoint.multipart ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(endpoint.input) } },
          },
        }
      : {}),
    responses: {
      200: endpoint.binary
        ? { description: 'a file', content: { 'application/octet-stream': {} } }
        : { description: 'the envelope', content: { 'application/json': { schema: envelope(endpoint) } } },
    },
  }
}
const envelope = (endpoint: Endpoint) => ({
  type: 'object',
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data: schemaOf(endpoint.output) },
})
function schemaOf(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }) as Record<string, unknown>
  return schema
}

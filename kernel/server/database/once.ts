/** One connection for a short piece of work of the owner: migrations, dumps, copies. Requests go through the pool behind the wall. */
import pg from 'pg'

/** Connects, works, and hangs up whatever happens. With `patience`, ms, a database that does not answer by then counts as unreachable. */
export async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>, { patience = 0 } = {}): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience })
  // A connection lost between two queries is told by the next query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

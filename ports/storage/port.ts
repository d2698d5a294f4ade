/** Storage of files: pictures, papers, what a device sent. A file is known by what it holds, within its organisation. */

/** What a file is known by: `sha256` of its bytes, 64 hexadecimal digits; `size` in bytes. */
export interface StoredFile {
  readonly sha256: string
  readonly size: number
}

/**
 * Who keeps a file says so in a row of the organisation; no row, no way to the file. Every call throws when the service does not answer.
 */
export interface StoragePort {
  /** What it is called in a log. */
  readonly label: string
  /** Keeps bytes for an organisation. The same bytes again are the same file. */
  put(oid: number, bytes: Uint8Array): Promise<StoredFile>
  /** The bytes as they were put; undefined where there are none. Throws where they are not what they were. */
  get(oid: number, sha256: string): Promise<Uint8Array | undefined>
  has(oid: number, sha256: string): Promise<boolean>
  /** Forgets a file; one that is gone already is gone. */
  remove(oid: number, sha256: string): Promise<void>
}

/** A place for bytes under a name (`12/3f/3fa9…`): what differs from one storage to another. */
export interface StoragePlace {
  readonly label: string
  /** Writes whole or not at all. */
  write(name: string, bytes: Uint8Array, sha256: string): Promise<void>
  read(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

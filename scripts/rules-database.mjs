/** Rules about the SQL files of `kernel/database` and `modules/<module>/database`. Pure, so that the test can plant a fault for each. */
import path from 'node:path'

/** The baseline and what follows it; smaller numbers were merged into it (decision 1101). */
const FIRST = 1101
/** Statements of a file, without comments, strings and bodies of functions. */
const statementsOf = (sql) =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (/^[-/]/.test(found) ? '' : "''"))
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
const madeFunction = (statement) => /^create (?:or replace )?(?:function|procedure) (?:public\.)?(\w+)/i.exec(statement)?.[1]

/** What a repeatable file may hold; a generated one also builds what its declaration keeps. */
const REPEATABLE = /^(create or replace (function|procedure|view) |create (constraint )?trigger |comment on (function|trigger|view) )/i
const GENERATED = /^(insert into |delete from )/i

/** Breaches as sentences. Both lists are of `[file, sql]`. */
export function databaseBreaches(versioned, repeatable) {
  const derived = new Map(
    repeatable.flatMap(([file, sql]) => statementsOf(sql).flatMap((s) => (madeFunction(s) ? [[madeFunction(s), file]] : []))),
  )
  return [
    ...versioned.flatMap(([file, sql]) => [
      ...(Number.parseInt(path.posix.basename(file), 10) < FIRST
        ? [`${file}: numbers below ${FIRST} belong to migrations that were merged; give it the next number`]
        : []),
      ...statementsOf(sql).flatMap((statement) => {
        const name = madeFunction(statement)
        if (name && derived.has(name))
          return [
            `${file}: ${name} stands in ${derived.get(name)}: change it there; a migration that needs it carries a copy under another name`,
          ]
        if (/^create (or replace )?(constraint )?trigger |^create (or replace )?(materialized )?view /i.test(statement))
          return [`${file}: triggers and views stand in a .fn.sql file beside the tables: ${statement.slice(0, 60)}`]
        return []
      }),
    ]),
    ...repeatable.flatMap(([file, sql]) =>
      statementsOf(sql)
        .filter((s) => !REPEATABLE.test(s) && !(file.endsWith('.gen.sql') && GENERATED.test(s)))
        .map((s) => `${file}: holds functions ("create or replace"), triggers and views only, yet: ${s.slice(0, 60)}`),
    ),
  ]
}

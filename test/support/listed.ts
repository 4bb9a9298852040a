import { join } from 'node:path';
import { listing } from '../../src/http/mcp/tools.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

/** The file with the list of tools as it was last reviewed. */
export const listedFile = join(import.meta.dirname, '../http/mcp/tools.txt');

/** A tool or a schema on a line, and the schemas inside it below, indented. */
function outline(name: string, whole: any, indent = ''): string[] {
  const { inputSchema, outputSchema, properties, items, ...rest } = whole;
  const inside = Object.entries({ inputSchema, outputSchema, ...properties, items });
  return [
    `${indent}${name} ${JSON.stringify(rest)}`,
    ...inside.flatMap(([name, schema]) => (schema ? outline(name, schema, `${indent}  `) : [])),
  ];
}

/** The list of tools as assistants see it, with a line for each field, for its reviewers. */
export const listed = () =>
  catalogue
    .map(listing)
    .flatMap(({ name, ...tool }) => [...outline(name, tool), ''])
    .join('\n');

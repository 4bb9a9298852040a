import test from 'ava';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { examples } from '../../support/examples.ts';
import { callTool, eras } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// What holds for each of the twelve tools alike.
const w = world(test);

for (const operation of catalogue) {
  const tool = toolName(operation.name);
  const write = operation.method === 'POST';
  for (const era of eras) {
    test(`${tool} answers what REST answers (${era})`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[operation.name]!;
      const rest = await studio.send({ method: operation.method, ...example });
      const result = await callTool(studio, tool, argumentsOf(example), era);
      t.false(result.isError, result.text);
      if (write) t.deepEqual(shape(result.body), shape(rest.body));
      else t.is(result.text, rest.text);
    });
  }
}

/** A REST request as a tool's arguments: the path's id beside the body. */
function argumentsOf({ path, body }: { path: string; body?: Record<string, unknown> }) {
  const id = /^\/projects\/([^/]+)/.exec(path)?.[1];
  return { ...(id === undefined ? {} : { id }), ...body };
}

const shape = (value: any): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([key, inner]) => [key, shape(inner)])
    : typeof value;

/** Whether the log is for a person: it goes to a terminal, and not in production, where a program may read that. */
export const isForPeople = (
  { isTTY }: { isTTY?: boolean },
  { NODE_ENV }: { NODE_ENV?: string | undefined },
) => isTTY === true && NODE_ENV !== 'production';

const levels = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

/** Needs no quotes. */
const plain = /^[\w.:/@+-]+$/;

/** A line of the log as people read it: time, level, message and fields, then texts of several lines and the stack. */
export function forPeople(line: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(line);
  const fields = flat(rest);
  const blocks = fields.filter(([, value]) => isBlock(value)).map(([name, value]) => `${name}:\n${value}`);
  const short = fields
    .filter(([, value]) => !isBlock(value))
    .map(([name, value]) => `${name}=${plain.test(String(value)) ? value : JSON.stringify(value)}`);
  if (err) blocks.push([`${err.type}: ${err.message ?? err.code}`, err.stack].filter(Boolean).join('\n'));
  const clock = new Date(time).toTimeString().slice(0, 8);
  const first = [clock, (levels.get(level) ?? '').padEnd(5), msg, ...short].join(' ').trimEnd();
  const lines = [first, ...blocks.map(indented)].join('\n');
  // Otherwise a value could move the cursor or color the terminal.
  return `${lines.replace(/[^\P{Cc}\n]/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** The fields of an object and of those in it, with dots in their names. */
const flat = (value: object, prefix = ''): [name: string, value: unknown][] =>
  Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flat(inner, `${prefix}${name}.`)
      : [[`${prefix}${name}`, inner]],
  );

const isBlock = (value: unknown) => typeof value === 'string' && value.includes('\n');

const indented = (text: string) => text.trimEnd().replace(/^/gm, '    ');

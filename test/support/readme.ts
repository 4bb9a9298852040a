import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const paths = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,examples,ops}/**/*.md', { cwd: root }).sort(),
];

/** README.md, CONTRIBUTING.md and the pages in docs/, examples/ and ops/, by path. */
export const pages: Record<string, string> = Object.fromEntries(
  paths.map(path => [path, readFileSync(join(root, path), 'utf8')]),
);

/** All pages in one text. */
export const everyPage = Object.values(pages).join('\n');

/** The rows of the table whose header row begins with these cells. */
export function table(...header: string[]): string[][] {
  const lines = everyPage.split('\n');
  const start = lines.findIndex(line => line.startsWith(`| ${header.join(' | ')} |`));
  if (start === -1) throw new Error(`No page has a table of ${header.join(', ')}.`);
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

/** The code blocks in a language that contain a word, of every page or of one, without the indentation of a list around them. */
export const blocks = (language: string, word: string, text = everyPage): string[] =>
  [...text.matchAll(/^( *)```(\w+)\n(.*?)```/gms)]
    .filter(([, , written, code]) => written === language && code!.includes(word))
    .map(([, indentation, , code]) => code!.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''));

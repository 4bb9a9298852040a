import { readFileSync } from 'node:fs';
import { type Html, html, raw } from './html.ts';

// ../assets/icons.svg is a part of lucide-static's sprite.svg, which a test compares. The package itself has thousands of
// icons, so it isn't part of production.
const sprite = readFileSync(new URL('../assets/icons.svg', import.meta.url), 'utf8');

const names = [
  'bot',
  'chart-column',
  'circle-alert',
  'circle-question-mark',
  'clipboard-list',
  'clock',
  'file-pen-line',
  'folder-kanban',
  'house',
  'inbox',
  'mail-x',
  'plus',
  'receipt-text',
  'repeat',
  'search',
  'settings',
  'timer',
  'unplug',
  'users',
] as const;

/** The name of an icon of lucide (https://lucide.dev). */
export type IconName = (typeof names)[number];

/** The shapes of an icon. The style sheet sets the attributes that all icons share, which halves their size on a page. */
function shapesOf(name: IconName): Html {
  const [, shapes] = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`, 's').exec(sprite)!;
  return raw(shapes!.replace(/\n\s*/g, ''));
}

const drawn = (shapes: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`;

/** The icons by name, as inline SVG. Screen readers skip them: the text beside an icon says the same. */
export const icons = Object.fromEntries(names.map(name => [name, drawn(shapesOf(name))])) as Record<
  IconName,
  Html
>;

/** An icon for the rows of a list: the first one has the shapes, under an id of the page, and the others refer to it. */
export const listIcon = (name: IconName, id: string, isFirst: boolean): Html =>
  drawn(isFirst ? html`<g id="${id}">${shapesOf(name)}</g>` : html`<use href="#${id}"/>`);

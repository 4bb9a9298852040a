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
type IconName = (typeof names)[number];

/** The shapes of an icon. The style sheet sets the attributes that all icons share, which halves their size on a page. */
function load(name: IconName): Html {
  const [, shapes] = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`, 's').exec(sprite)!;
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${raw(shapes!.replace(/\n\s*/g, ''))}</svg>`;
}

/** The icons by name, as inline SVG. Screen readers skip them: the text beside an icon says the same. */
export const icons = Object.fromEntries(names.map(name => [name, load(name)])) as Record<IconName, Html>;

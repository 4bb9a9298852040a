import type { Page } from 'playwright-core';
import { opensNext } from './site.ts';

// A person who has a keyboard and nothing else.

/** Where the focus is. */
interface Focus {
  /** What the element is called. */
  name: string;
  /** HTML's word for what it is. */
  kind: string;
  /** Its place in the document. */
  at: number;
  isSeen: boolean;
}

/** What has the focus; null: nothing, as after opening a page. */
const focusOf = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    // The button of a date's calendar has an outline of the browser's own, and the focus in place of the field.
    const isOutlined =
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || !element.matches(':focus');
    const labels = element.ariaLabelledByElements ?? [element.labels?.[0] ?? element];
    return {
      name: element.ariaLabel ?? labels.map(({ textContent }) => textContent.trim()).join(' '),
      kind: element.type || element.localName,
      at: [...document.querySelectorAll('*')].indexOf(element),
      isSeen: isOutlined && bottom > 0 && top < document.documentElement.clientHeight,
    };
  });

/** Presses Tab. Throws if the focus is not to be seen then, or where it has gone back in the page from what had it `before`. */
async function tab(page: Page, before: Focus | null): Promise<Focus | null> {
  await page.keyboard.press('Tab');
  const focus = await focusOf(page);
  if (focus && !focus.isSeen)
    throw new Error(`The focus on ${focus.name} is not to be seen on ${page.url()}.`);
  // After the last one it begins again, with the link that skips the navigation.
  if (focus && before && focus.at < before.at && !focus.name.startsWith('Skip'))
    throw new Error(`Tab leads from ${before.name} back to ${focus.name} on ${page.url()}.`);
  return focus;
}

/** What nothing is typed into: a link to Projects is not the field Project, and a space would scroll the page. */
const pressed = ['a', 'button', 'submit', 'summary'];

/** Presses Tab until what has this name, and is of a wanted kind, has the focus. Throws if there is none. */
export async function tabTo(
  page: Page,
  name: string,
  isWanted = (_kind: string): boolean => true,
): Promise<string> {
  let focus = await focusOf(page);
  for (let presses = 0; presses < 200; presses++) {
    focus = await tab(page, focus);
    if (focus?.name.startsWith(name) && isWanted(focus.kind)) return focus.kind;
  }
  throw new Error(`Tab never reaches ${name} on ${page.url()}.`);
}

/**
 * Uses one thing of a page after the other, as in `Add a client > Name: Ines Falk > Add client`: what has this name is
 * pressed, or where something stands after it, that is typed or chosen there.
 */
export async function use(page: Page, all: string): Promise<void> {
  for (const one of all.split(' > ')) {
    const [name, value] = one.split(/: (.*)/) as [string, string?];
    const focus = value === undefined ? null : await focusOf(page);
    // A link to a field leads into it.
    const isField = (kind: string) => value === undefined || !pressed.includes(kind);
    const kind =
      focus?.name.startsWith(name) && isField(focus.kind) ? focus.kind : await tabTo(page, name, isField);
    if (value === undefined) await press(page, kind);
    else if (kind === 'select-one') await choose(page, value);
    else await type(page, kind, value);
  }
}

/** Types in place of what stands there. A date is typed into its three parts, one after the other. */
async function type(page: Page, kind: string, value: string): Promise<void> {
  // The window in which people choose a file is the browser's own.
  if (kind === 'file') return page.locator(':focus').setInputFiles(value);
  if (kind !== 'date') await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(value);
}

/** Folds out, ticks, or follows: what leads to another page is waited for. */
async function press(page: Page, kind: string): Promise<void> {
  if (kind === 'summary' || kind === 'checkbox') return page.keyboard.press('Space');
  const isOfThisPage = await page.evaluate(() =>
    document.activeElement!.getAttribute('href')?.startsWith('#'),
  );
  if (isOfThisPage) return page.keyboard.press('Enter');
  await opensNext(page, () => page.keyboard.press('Enter'));
}

/** Goes down through what there is to choose from, from the first on. */
async function choose(page: Page, wanted: string): Promise<void> {
  const chosen = () =>
    page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text);
  if ((await chosen()) !== wanted) await page.keyboard.press('Home');
  for (let presses = 0; (await chosen()) !== wanted; presses++) {
    if (presses > 50) throw new Error(`There is no ${wanted} to choose on ${page.url()}.`);
    await page.keyboard.press('ArrowDown');
  }
}

/**
 * The names of all that Tab leads to on a page that was just opened, in that order, with what it should lead to: all
 * that can be used, from the top or from the part of the page that its address names.
 */
export async function walk(page: Page): Promise<{ led: string[]; should: string[] }> {
  const led: string[] = [];
  let focus = await tab(page, await focusOf(page));
  for (; focus !== null && led.length < 200; focus = await tab(page, focus)) {
    if (led.length > 0 && focus.name.startsWith('Skip')) break;
    if (focus.kind !== 'date' || led.at(-1) !== focus.name) led.push(focus.name);
  }
  // A button that only repeats a link is for the mouse, and hidden from others.
  const should = await page.evaluate(() => {
    const links = [...document.links];
    const repeats = (element: Element) =>
      element.ariaHidden === 'true' &&
      links.some(
        ({ href, ariaHidden }) => ariaHidden !== 'true' && href === (element as HTMLAnchorElement).href,
      );
    return [
      ...document.querySelectorAll<HTMLInputElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]',
      ),
    ]
      .filter(element => element.checkVisibility() && !repeats(element))
      .map(element => {
        const labels = element.ariaLabelledByElements ?? [element.labels?.[0] ?? element];
        return element.ariaLabel ?? labels.map(({ textContent }) => textContent.trim()).join(' ');
      });
  });
  return { led, should: page.url().includes('#') ? should.slice(-led.length) : should };
}

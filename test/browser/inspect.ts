import { join } from 'node:path';
import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import type { Page, Response } from 'playwright-core';
import { site } from './site.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const judge = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // A button in a form submits it, which is what most are for.
    'no-implicit-button-type': 'off',
    // Lines of a template end where they end.
    'no-trailing-whitespace': 'off',
    // What is laid out as no table any more is still one only by its roles.
    'no-redundant-role': 'off',
    // Checkboxes of one list have one name.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'submit'] }],
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': ['error', { style: 'omit' }],
    'require-sri': ['error', { target: 'crossorigin' }],
  },
});

const fileOf = (kind: string) =>
  kind
    .slice(1)
    .replaceAll(/[^\w]+/g, '-')
    .replace(/-+$/, '') || 'waiting';

type Look = [width: number, colorScheme: 'light' | 'dark', rules?: string[]];

/** How the page that is folded out is judged: in the dark only colours differ, and not by its width. */
const judgedLooks: Look[] = [
  [1280, 'light'],
  [1280, 'dark', ['color-contrast']],
  [320, 'light'],
];
/** How screenshots show the page. */
const shownLooks: Look[] = [...judgedLooks, [320, 'dark']];

/** Has axe judge the page by certain rules, or by all that are about `wcag`. Answers what it finds, with the element. */
const judged = (page: Page, rules?: string[]) =>
  page.evaluate(
    async runOnly => {
      // In the page, axe is what its source made there.
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: wcag },
  );

/** By how much the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What of a list is not in view. The heading of an invoice's lines is there for screen readers alone. */
const outOfView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(main table, .list, dl) *')]
      .filter(element => {
        const { left, right } = element.getBoundingClientRect();
        const isOut = left < 0 || right > document.documentElement.clientWidth;
        return isOut && element.checkVisibility() && !element.closest('.lines thead');
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );

/** Takes screenshots of the whole page in all looks, and of what it folds up. Their names begin with `path`. */
async function takeScreenshots(page: Page, path: string): Promise<void> {
  for (const [width, colorScheme] of shownLooks) {
    await show(page, width, colorScheme);
    await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true });
  }
  await unfold(page);
  await page.screenshot({ path: `${path}-open.png`, fullPage: true });
}

async function show(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
}

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** Looks at the page that came as an answer in all the ways in which people see it, and answers all that is wrong with it. */
export async function inspect(page: Page, answer: Response, kind: string): Promise<string[]> {
  const wrong: string[] = [];
  const { results } = await judge.validateString(await answer.text(), kind);
  for (const { ruleId, message, line } of results.flatMap(({ messages }) => messages))
    wrong.push(`line ${line}: ${ruleId}: ${message}`);
  if (site.screenshots !== null) await takeScreenshots(page, join(site.screenshots, fileOf(kind)));
  await page.evaluate(axe.source);
  // What is folded up has to be right as well.
  await unfold(page);
  for (const [width, colorScheme, rules] of judgedLooks) {
    await show(page, width, colorScheme);
    for (const what of await judged(page, rules)) wrong.push(`${width} px, ${colorScheme}: ${what}`);
    const over = await overflow(page);
    if (over > 0) wrong.push(`${over} px wider than ${width} px`);
    for (const html of width === 320 ? await outOfView(page) : [])
      wrong.push(`out of view at 320 px: ${html}`);
  }
  return wrong.map(what => `${kind}: ${what}`);
}

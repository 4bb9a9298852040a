import type { Html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { mayDo } from '../sessions/person.ts';
import { tabs } from './tabs.ts';

const pages = [
  ['General', '/settings'],
  ['Documents', '/settings/documents'],
  ['Client emails', '/settings/emails'],
  ['Inquiries', '/settings/inquiries'],
  ['Members', '/settings/members'],
  ['API keys', '/settings/keys'],
  ['Plan and billing', '/settings/billing'],
  ['Integrations', '/settings/integrations'],
  ['Audit log', '/settings/audit'],
  ['Export', '/settings/export'],
] as const;

/** The pages that only the owner may see. */
const ownerOnly: ReadonlySet<string> = new Set(['/settings/export']);

/** The tabs of the settings; `here` is the path of the current one. */
export const settingsTabs = (
  { person }: Pick<PageContext, 'person'>,
  here: (typeof pages)[number][1],
): Html =>
  tabs(
    'Settings',
    pages.filter(([, path]) => !ownerOnly.has(path) || mayDo(person, 'owner')),
    here,
  );

/** The breadcrumbs of an endpoint's pages. */
export const integrationsCrumbs = [
  ['Settings', '/settings'],
  ['Integrations', '/settings/integrations'],
] as const;

import { tabs } from './tabs.ts';

const pages = [
  ['General', '/settings'],
  ['Documents', '/settings/documents'],
  ['Client emails', '/settings/emails'],
  ['Members', '/settings/members'],
  ['API keys', '/settings/keys'],
  ['Plan and billing', '/settings/billing'],
  ['Integrations', '/settings/integrations'],
  ['Audit log', '/settings/audit'],
] as const;

/** The tabs of the settings; `here` is the path of the current one. */
export const settingsTabs = (here: (typeof pages)[number][1]) => tabs('Settings', pages, here);

/** The breadcrumbs of an endpoint's pages. */
export const integrationsCrumbs = [
  ['Settings', '/settings'],
  ['Integrations', '/settings/integrations'],
] as const;

import { tabs } from './tabs.ts';

const pages = [
  ['General', '/settings'],
  ['Members', '/settings/members'],
  ['API keys', '/settings/keys'],
  ['Plan and billing', '/settings/billing'],
  ['Integrations', '/settings/integrations'],
  ['Audit log', '/settings/audit'],
] as const;

/** The way between the pages of the settings; `here` is the path of one of them. */
export const settingsTabs = (here: (typeof pages)[number][1]) => tabs('Settings', pages, here);

/** The pages above those of an endpoint. */
export const integrationsCrumbs = [
  ['Settings', '/settings'],
  ['Integrations', '/settings/integrations'],
] as const;

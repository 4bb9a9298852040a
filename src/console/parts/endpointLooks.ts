import type { Look } from '../forms/fields.ts';

/** How the fields of an endpoint look in a form, whether it is added or edited. */
export const endpointLooks: Record<string, Look> = {
  url: { kind: 'text' },
  events: { hint: 'Choose which events to send' },
  description: { hint: 'What it is for, such as “Accounting sync”' },
};

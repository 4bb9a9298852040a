import { z } from 'zod';
import { action, type Row } from './define.ts';
import { shownVersion } from './fields.ts';

/** The action that renews the share link of a page; `offered`: whether its record is so far that there is a link. */
const renewal = (
  page: 'intake' | 'scope' | 'contract' | 'invoice' | 'change-order' | 'portal' | 'inquiry',
  on: 'project' | 'invoice' | 'proposal' | 'client' | 'workspace',
  isOffered: (record: Row) => boolean,
  role: 'member' | 'owner' = 'member',
) => {
  const what = page.replace('-', '_');
  return action({
    name: `${page}.renew-link`,
    button: 'Replace link',
    on,
    role,
    // The command shows no share links.
    only: 'console',
    irreversible: 'The current link stops working at once, and you get a new one to send.',
    // How often the link that the page showed had been replaced.
    input: z.strictObject({ version: shownVersion }),
    sqlCall: `renew_share_link(p_workspace => begun.workspace_id, p_page => '${what}', p_record => record.id, p_version => :version)`,
    answer: `'/${page}/' || r || corkboard.secret_suffix(begun.workspace_id) as path`,
    isOffered,
    done: 'Link replaced. The previous link no longer works.',
    auditEntries: {
      [`${what}.link_renewed`]: `replaced the share link of ${article(page)} ${page.replace('-', ' ')}`,
    },
  });
};

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');

export const renewIntakeLink = renewal('intake', 'project', () => true);
export const renewScopeLink = renewal('scope', 'project', () => true);
export const renewContractLink = renewal('contract', 'project', () => true);
export const renewInvoiceLink = renewal('invoice', 'invoice', ({ sentAt }) => sentAt !== null);
export const renewChangeOrderLink = renewal('change-order', 'proposal', ({ sentAt }) => sentAt !== null);
export const renewPortalLink = renewal('portal', 'client', ({ portalPath }) => portalPath !== null);
export const renewInquiryLink = renewal('inquiry', 'workspace', () => true, 'owner');

export const openPortal = action({
  name: 'portal.open',
  button: 'Create portal link',
  on: 'client',
  // The command shows no share links.
  only: 'console',
  answer: `'/portal/' || r.token || corkboard.secret_suffix(begun.workspace_id) as path`,
  isOffered: ({ portalPath }) => portalPath === null,
  done: 'Portal created. Copy its link, or email it to the client.',
  auditEntries: { 'portal.opened': 'created the portal of a client' },
});

import { listed } from '../../formatting/index.ts';
import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import type { Html } from '../html/html.ts';
import type { OpenLinks } from '../queries/openLinks.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The form that moves a client or a project to the trash; it says before which links of invoices stop working. */
export const trashForm = (context: PageContext, trash: Post, links: OpenLinks): Html | null =>
  form(context, trash, {
    quiet: true,
    values: { links: links.sha256 },
    irreversible: [trash.irreversible, stopping(links)].filter(one => one !== null).join(' '),
  });

function stopping({ count, numbers }: OpenLinks): string | null {
  if (count === 0) return null;
  const others = count - numbers.length;
  const named = others === 0 ? numbers : [...numbers, `${others} more`];
  return count === 1
    ? `${numbers[0]} isn’t paid: its link stops working until you restore it.`
    : `${listed(named)} aren’t paid: their links stop working until you restore them.`;
}

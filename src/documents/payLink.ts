/** The placeholders of a payment link's URL template, each in braces. */
const placeholders = ['number', 'amount', 'currency', 'reference'] as const;

/** A URL of ASCII characters whose host is a name. sql/functions/checks/check_pay_link.sql has the same. */
const form =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,4})?(?:[/?#][!#-;=?-[\]-~]*)?$/i;
const placeholder = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g');

/** The URL that a template makes of these values. */
export const payLinkOf = (template: string, values: Record<(typeof placeholders)[number], string>): string =>
  template.replace(placeholder, (_, name: keyof typeof values) => encodeURIComponent(values[name]));

/** The rule that a template breaks; null if it breaks none. */
export function payLinkFault(template: string): string | null {
  const filled = template.replace(placeholder, '1');
  if (!form.test(template) || !URL.canParse(filled))
    return 'must be a URL that begins with https://, like https://pay.example.com/{number}';
  if (/[{}]/.test(filled))
    return 'may contain only the placeholders {number}, {amount}, {currency} and {reference}';
  return null;
}

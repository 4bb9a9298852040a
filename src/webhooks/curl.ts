/** A text as one word of a POSIX shell. Nothing is special between single quotes, except the quote itself. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command for a POSIX shell that sends a request, byte for byte. `url`: null if the person may not see it; the command then
 * takes it from the variable WEBHOOK_URL.
 */
export function curlCommand(url: string | null, headers: Record<string, string>, body: string): string {
  return [
    // Without --globoff, curl would interpret brackets and braces in the URL.
    `curl --globoff ${url === null ? '"$WEBHOOK_URL"' : shellQuoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    // Unlike --data, it doesn't take a text that begins with @ for the name of a file.
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}

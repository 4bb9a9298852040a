// biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote replaces it. A space in an argument would get lost on Windows.
const headerFromEnvironment = 'Authorization:${AUTHORIZATION}';

const json = (value: object) => JSON.stringify(value, null, 2);

/**
 * How the programs that can send a key are connected, most used first: the name of each, what to do, and the text to copy.
 * `url`: the address of the tool server.
 */
export function setupsOf(url: string, key: string) {
  const authorization = `Bearer ${key}`;
  const headers = { Authorization: authorization };
  return [
    {
      name: 'Claude Code',
      steps: 'Run this in a terminal:',
      text: `claude mcp add --transport http corkboard ${url} --header "Authorization: ${authorization}"`,
    },
    {
      name: 'Claude Desktop',
      steps:
        'Open Settings, Developer, Edit Config, add this to the file, and start Claude Desktop again. It needs Node.js on your computer.',
      text: json({
        mcpServers: {
          corkboard: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--transport', 'http-only', '--header', headerFromEnvironment],
            env: { AUTHORIZATION: authorization },
          },
        },
      }),
    },
    {
      name: 'Cursor',
      steps: 'Add this to ~/.cursor/mcp.json:',
      text: json({ mcpServers: { corkboard: { url, headers } } }),
    },
    {
      name: 'VS Code',
      steps: 'Run the command “MCP: Open User Configuration” and add this to the file:',
      text: json({ servers: { corkboard: { type: 'http', url, headers } } }),
    },
    {
      name: 'Other programs',
      steps:
        'Add a remote server of the Model Context Protocol (streamable HTTP) with this address and header:',
      text: `${url}\nAuthorization: ${authorization}`,
    },
  ];
}

import { tabs } from '../components/tabs.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type ConsoleProject, consoleProject } from '../queries/project.ts';
import type { PageAddress } from '../requests/pageContext.ts';
import type { Tab } from './project/tab.ts';
import { projectTabs } from './project/tabs.ts';

/** The requested tab; the first one if there is none of that name. */
const current = ({ search }: PageAddress) =>
  projectTabs.find(({ name }) => name === search.get('tab')) ?? projectTabs[0]!;

/** A project, one tab at a time. */
export const project = page<{ project: { project: ConsoleProject } } & Record<string, unknown>>({
  path: '/projects/:id',
  reads: at => ({ project: consoleProject(at.params.id!), ...current(at).reads(at) }),
  view: ({ project: { project }, ...rows }, context) => {
    const { id, name, client } = project;
    const part = current(context);
    const address = (one: Tab) => `/projects/${id}${one === projectTabs[0] ? '' : `?tab=${one.name}`}`;
    const tab = (one: Tab) => [one.label, address(one)] as const;
    return {
      title: part === projectTabs[0] ? name : `${name}: ${part.label}`,
      crumbs: [
        ['Projects', '/projects'],
        [client.name, `/clients/${client.id}`],
      ],
      isLive: part.isLive ?? false,
      body: html`
        ${tabs('Project', projectTabs.map(tab), address(part))}
        ${part.view(project, rows, context)}`,
    };
  },
  posts: projectTabs.flatMap(({ posts }) => posts),
});

import { html } from '../html.ts';
import { page } from '../page.ts';
import { tabs } from '../parts/tabs.ts';
import { type ProjectInConsole, projectInConsole } from '../records/project.ts';
import type { PageAddress } from '../visit.ts';
import { parts } from './project/tabs.ts';

/** The part that is asked for; the first where there is none of that name. */
const current = ({ search }: PageAddress) =>
  parts.find(({ name }) => name === search.get('tab')) ?? parts[0]!;

/** A project, a part at a time. */
export const project = page<{ project: { project: ProjectInConsole } } & Record<string, unknown>>({
  path: '/projects/:id',
  reads: at => ({ project: projectInConsole(at.params.id!), ...current(at).reads(at) }),
  view: ({ project: { project }, ...rows }, visit) => {
    const { id, name, client } = project;
    const part = current(visit);
    return {
      title: part === parts[0] ? name : `${name}: ${part.label}`,
      crumbs: [
        ['Projects', '/projects'],
        [client.name, `/clients/${client.id}`],
      ],
      body: html`
        ${tabs(
          'Project',
          `/projects/${id}`,
          parts.map(({ name, label }) => [name, label] as const),
          part.name,
        )}
        ${part.view(project, rows, visit)}`,
    };
  },
  posts: parts.flatMap(({ posts }) => posts),
});

import type { Page } from './page.ts';
import { waiting } from './pages/waiting.ts';

/** The pages of the console, in the order of the navigation. */
export const pages: readonly Page[] = [waiting];

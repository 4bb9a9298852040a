/**
 * The parts of the conformance suite that do not apply to a server with only tools, with the reasons. An entry is a
 * scenario, or a check ("scenario: check") if the scenario's other checks apply. The check for valid messages
 * ("wire-schema-valid") always applies.
 */
interface Inapplicable {
  why: string;
  entries: readonly string[];
}

/** For both revisions. */
const always: readonly Inapplicable[] = [
  {
    why: 'There are no prompts and no resources to get or read, and nothing completes their arguments: the answer is -32601.',
    entries: [
      'completion-complete',
      'prompts-get-embedded-resource',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-with-image',
      'resources-read-binary',
      'resources-read-text',
      'resources-templates-read',
    ],
  },
  {
    why: 'They call tools made for the suite (test_simple_text and its kin); what they check of a tool result is checked of our own tools in tools.test.ts.',
    entries: [
      'json-schema-2020-12',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-error',
      'tools-call-image',
      'tools-call-mixed-content',
      'tools-call-simple-text',
      'tools-call-with-progress',
    ],
  },
];

export const inapplicable: Record<'2025-11-25' | '2026-07-28', readonly Inapplicable[]> = {
  '2025-11-25': [
    ...always,
    {
      why: 'The server never asks its client for anything, and every answer is one JSON body: no sampling, no elicitation, no log messages, no subscriptions.',
      entries: [
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
        'logging-set-level',
        'resources-subscribe',
        'resources-unsubscribe',
        'tools-call-elicitation',
        'tools-call-sampling',
        'tools-call-with-logging',
      ],
    },
  ],
  '2026-07-28': [
    ...always,
    {
      why: 'There are no lists of prompts and resources: they are not declared, and the answer is -32601.',
      entries: [
        'caching: sep-2549-prompts-list-caching-hints',
        'caching: sep-2549-resources-list-caching-hints',
        'caching: sep-2549-resources-templates-list-caching-hints',
        'prompts-list',
        'resources-list',
      ],
    },
    {
      why: 'No tool asks for further input, needs a capability of the client, or streams.',
      entries: [
        'input-required-result-basic-elicitation',
        'input-required-result-basic-list-roots',
        'input-required-result-basic-sampling',
        'input-required-result-capability-check',
        'input-required-result-multi-round',
        'input-required-result-multiple-input-requests',
        'input-required-result-non-tool-request',
        'input-required-result-request-state',
        'input-required-result-result-type',
        'input-required-result-tampered-state',
        'server-stateless: sep-2575-http-server-no-independent-requests-on-stream',
        'server-stateless: sep-2575-missing-capability-http-400',
        'server-stateless: sep-2575-server-no-log-without-loglevel',
        'server-stateless: sep-2575-server-rejects-undeclared-capability',
      ],
    },
    {
      why: 'No parameter of a tool is mirrored into a header (x-mcp-header).',
      entries: ['http-custom-header-server-validation'],
    },
    {
      why: 'The tasks extension is not offered.',
      entries: [
        'tasks-capability-negotiation',
        'tasks-dispatch-and-envelope',
        'tasks-lifecycle',
        'tasks-mrtr-composition',
        'tasks-mrtr-input',
        'tasks-request-headers',
        'tasks-request-state-removal',
        'tasks-required-task-error',
        'tasks-wire-fields',
      ],
    },
  ],
};

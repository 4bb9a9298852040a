alter table corkboard.revisions
  add column classify boolean not null default false,
  add column verdict text check (verdict in ('in_scope', 'new_work', 'needs_question')),
  add column verdict_reason text check (char_length(verdict_reason) between 1 and 2000),
  add column verdict_question text check (char_length(verdict_question) between 1 and 2000),
  add column unclassified text check (unclassified in ('not_configured', 'not_in_plan', 'unusable')),
  add check (classify or (verdict is null and unclassified is null)),
  add check ((verdict is null) = (verdict_reason is null)),
  -- A check passes what is null, as the first side would be without a verdict.
  add check (coalesce(verdict = 'needs_question', false) = (verdict_question is not null)),
  add check (verdict is null or unclassified is null);
comment on column corkboard.revisions.classify is 'Whether a verdict was asked for, and a job made for it.';
comment on column corkboard.revisions.verdict is 'What the classification endpoint said, in time for the answer or later. A statement about the revision; nothing follows from it.';
comment on column corkboard.revisions.verdict_reason is 'Why, in the endpoint''s words.';
comment on column corkboard.revisions.verdict_question is 'What to ask the client; only with needs_question.';
comment on column corkboard.revisions.unclassified is 'Why there is no verdict, as far as the job has come; a later try may still bring one.';

comment on column corkboard.idempotency_keys.response is
  'The body of the first answer, byte for byte. Of an answer that waits for a verdict: what there is of it so far, replaced once (settle_write).';

-- The new one has further parameters, with defaults: a web process of the version before is served by it.
drop function if exists corkboard.log_revision(corkboard.caller, uuid, text);

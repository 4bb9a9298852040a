-- What became of an email to a client for each of its recipients, and when it is tried again.

-- In blocks, because Citus passes on the text of the query, outside of one the whole file.
do $$
begin
  alter table corkboard.document_mails
    add column accepted text[] not null default '{}',
    add column rejected text[] not null default '{}',
    add column attempts integer not null default 0,
    add column last_answer text,
    add column next_attempt_at timestamptz,
    add column flagged_at timestamptz;
  alter table corkboard.document_mails add constraint document_mails_last_answer_check check (
    char_length(last_answer) between 1 and 500
  ) not valid;
end
$$;
-- Nobody can build these before the release, because their columns are new, so writes of these few rows wait meanwhile.
-- squawk-ignore require-concurrent-index-creation
create index document_mails_next_attempt on corkboard.document_mails (next_attempt_at) where next_attempt_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index document_mails_to_review on corkboard.document_mails (workspace_id, flagged_at)
  where flagged_at is not null;
comment on column corkboard.document_mails.accepted is
  'The addresses that the mail server accepted it for. Empty in emails that were sent before this was recorded.';
comment on column corkboard.document_mails.rejected is
  'The addresses that it failed for: the mail server rejected it for good, or it was given up.';
comment on column corkboard.document_mails.attempts is 'How often it was submitted to the mail server.';
comment on column corkboard.document_mails.last_answer is
  'Why the last attempt left recipients for another one: the mail server''s words without the addresses in them.';
comment on column corkboard.document_mails.next_attempt_at is
  'When it is tried again for the recipients that are neither accepted nor rejected; null before the first attempt, and if there are none.';
comment on column corkboard.document_mails.flagged_at is
  'Since when members are told that it failed for a recipient; null if it didn''t, or if a member dismissed it or sent the document again.';
comment on column corkboard.document_mails.state is
  'Of its recipient, not of the copies: queued until the mail server has accepted it (sent) or it has failed for good (failed).';

-- After the transaction that set it, the setting is empty, not null.
create or replace function corkboard.current_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('corkboard.workspace', true), '')::uuid $$;
comment on function corkboard.current_workspace() is 'The workspace that this transaction has entered; null if none.';

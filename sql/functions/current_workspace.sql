-- The setting is empty again, and not null, after the transaction that set it.
create or replace function corkboard.current_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('corkboard.workspace', true), '')::uuid $$;
comment on function corkboard.current_workspace() is 'The workspace that this transaction has entered; null: none.';

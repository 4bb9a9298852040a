create or replace function corkboard.index_record(p_workspace uuid, p_kind text, p_record uuid, p_text text) returns void
language plpgsql
as $$
begin
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  values (p_workspace, p_kind, p_record, corkboard.fold_for_search(p_text))
  on conflict (workspace_id, kind, record_id) do update set search_text = excluded.search_text;
end
$$;
comment on function corkboard.index_record(uuid, text, uuid, text) is
  'Stores the text by which the console''s search finds a record, folded.';

-- The unit separator prevents matches that span two fields.
create or replace function corkboard.index_record(p_kind text, p_row jsonb) returns void
language plpgsql
as $$
declare
  v_text constant text := case p_kind
    when 'project' then p_row ->> 'name'
    when 'invoice' then concat_ws(E'\x1f', p_row ->> 'number', p_row ->> 'po_number')
    else concat_ws(E'\x1f', p_row ->> 'name', p_row ->> 'company', p_row ->> 'legal_name', p_row ->> 'contact_name',
      p_row ->> 'email') end;
begin
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text)
  values ((p_row ->> 'workspace_id')::uuid, p_kind, (p_row ->> 'id')::uuid, corkboard.fold_for_search(v_text))
  on conflict (workspace_id, kind, record_id) do update set search_text = excluded.search_text;
end
$$;
comment on function corkboard.index_record(text, jsonb) is
  'Stores the text by which the console''s search finds a record of a kind, a client, an inquiry, a project or an invoice, folded.';

create or replace function corkboard.index_lines(p_invoice jsonb) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := (p_invoice ->> 'workspace_id')::uuid;
  v_invoice constant uuid := (p_invoice ->> 'id')::uuid;
  -- The unit separator prevents matches that span two lines.
  v_text constant text := corkboard.fold_for_search((
    select string_agg(l.line ->> 'description', E'\x1f' order by l.n)
      from jsonb_array_elements(p_invoice -> 'line_items') with ordinality l (line, n)));
begin
  if v_text is null then
    delete from corkboard.search_lines l where l.workspace_id = v_workspace and l.invoice_id = v_invoice;
    return;
  end if;
  insert into corkboard.search_lines as l (workspace_id, invoice_id, search_text)
  values (v_workspace, v_invoice, v_text)
  on conflict (workspace_id, invoice_id) do update set search_text = excluded.search_text
    where l.search_text <> excluded.search_text;
end
$$;
comment on function corkboard.index_lines(jsonb) is
  'Stores the descriptions of an invoice''s lines, by which the console''s search finds it (search_lines), folded.';

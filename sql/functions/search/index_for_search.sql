-- Inserts are indexed once per statement, so that an import stays fast. Updates are indexed per row, and only if they
-- change the text. The function runs as the owner, because a release creates it before it grants the table to the
-- service's role.
create or replace function corkboard.index_for_search() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    case tg_argv[0]
      when 'client' then
        perform corkboard.index_record(a.workspace_id, 'client', a.id,
                  corkboard.client_search_text(a.name, nullif(concat_ws(E'\x1f', a.company, a.legal_name), ''), a.contact_name, a.email))
           from added a;
      when 'project' then
        perform corkboard.index_record(a.workspace_id, 'project', a.id, a.name) from added a;
      when 'invoice' then
        perform corkboard.index_record(a.workspace_id, 'invoice', a.id, corkboard.invoice_search_text(a.number, a.po_number))
           from added a;
      when 'inquiry' then
        perform corkboard.index_record(a.workspace_id, 'inquiry', a.id,
                  corkboard.client_search_text(a.name, a.company, null, a.email))
           from added a;
    end case;
  elsif tg_op = 'UPDATE' then
    case tg_argv[0]
      when 'client' then
        perform corkboard.index_record(new.workspace_id, 'client', new.id,
                  corkboard.client_search_text(new.name, nullif(concat_ws(E'\x1f', new.company, new.legal_name), ''), new.contact_name, new.email));
      when 'project' then
        perform corkboard.index_record(new.workspace_id, 'project', new.id, new.name);
      when 'invoice' then
        perform corkboard.index_record(new.workspace_id, 'invoice', new.id, corkboard.invoice_search_text(new.number, new.po_number));
      when 'inquiry' then
        perform corkboard.index_record(new.workspace_id, 'inquiry', new.id,
                  corkboard.client_search_text(new.name, new.company, null, new.email));
    end case;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.id <> old.id then
    delete from corkboard.search_entries e
     where e.workspace_id = old.workspace_id and e.kind = tg_argv[0] and e.record_id = old.id;
  end if;
  return null;
end
$$;
comment on function corkboard.index_for_search() is 'Trigger: maintains search_entries. Its argument is the kind of record.';

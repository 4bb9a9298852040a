-- Each kind of email to clients has its branch here. The rest of it is in a file of src/mail/kinds.
create or replace function corkboard.mailed_record(
  p_workspace uuid, p_kind text, p_record uuid,
  out record_type text, out name text, out project_id uuid, out link text, out conflict text
)
language plpgsql stable
as $$
begin
  case p_kind
    when 'invoice', 'estimate' then
      record_type := 'invoice';
      select i.number, i.project_id,
             case when i.status in ('SENT', 'PAID') and p.trashed_at is null then '/invoice/' || i.share_token end,
             case when i.status not in ('SENT', 'PAID') then format('%s is %s and cannot be emailed.', i.number, i.status)
                  when p.trashed_at is not null then format(
                    '%s belongs to a project in the trash, so its link would not work: it cannot be emailed.', i.number) end
        into name, project_id, link, conflict
        from corkboard.invoices i
        join corkboard.projects p on p.workspace_id = p_workspace and p.id = i.project_id
       where i.workspace_id = p_workspace and i.id = p_record;
    when 'credit_note' then
      record_type := 'credit_note';
      select n.number, i.project_id, '/invoice/' || i.share_token
        into name, project_id, link
        from corkboard.credit_notes n
        join corkboard.invoices i on i.workspace_id = p_workspace and i.id = n.invoice_id
        join corkboard.projects p on p.workspace_id = p_workspace and p.id = i.project_id and p.trashed_at is null
       where n.workspace_id = p_workspace and n.id = p_record;
    when 'scope' then
      record_type := 'project';
      select p.name, p.id, '/scope/' || s.share_token,
             case when coalesce(s.version, 0) = 0 then 'The scope was never drafted, so there is nothing to send.' end
        into name, project_id, link, conflict
        from corkboard.projects p
        left join corkboard.scopes s on s.workspace_id = p_workspace and s.project_id = p.id
       where p.workspace_id = p_workspace and p.id = p_record and p.trashed_at is null;
    when 'contract' then
      record_type := 'project';
      select p.name, p.id, '/contract/' || p.contract_token
        into name, project_id, link
        from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = p_record and p.trashed_at is null;
    when 'change_order' then
      record_type := 'change_order_proposal';
      select p.name, p.id,
             case when o.withdrawn_at is null then '/change-order/' || o.share_token end,
             case when o.sent_at is null or num_nonnulls(o.withdrawn_at, o.declined_at) > 0
               then 'Only a change order that was sent, and not withdrawn or declined, can be emailed.' end
        into name, project_id, link, conflict
        from corkboard.change_order_proposals o
        join corkboard.projects p on p.workspace_id = p_workspace and p.id = o.project_id and p.trashed_at is null
       where o.workspace_id = p_workspace and o.id = p_record;
    when 'portal', 'statement' then
      record_type := 'client';
      select c.name, '/' || p_kind || '/' || l.token, case when l.token is null then 'This client has no portal yet.' end
        into name, link, conflict
        from corkboard.clients c
        left join corkboard.client_portals l on l.workspace_id = p_workspace and l.client_id = c.id
       where c.workspace_id = p_workspace and c.id = p_record and c.trashed_at is null;
  end case;
  link := link || corkboard.secret_suffix(p_workspace)
       || case p_kind when 'credit_note' then '/credit-notes/' || corkboard.number_in_path(name) else '' end;
end
$$;
comment on function corkboard.mailed_record(uuid, text, uuid) is
  'What an email of this kind to a client is about: how the audit log calls the record, what people know it by (null: it doesn''t exist, or is in the trash), its project, the path of its share link (null: it opens nothing), and why it can''t be emailed (null: it can).';

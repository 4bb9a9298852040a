create or replace function corkboard.mailed_link(p_mail corkboard.document_mails) returns text
language plpgsql stable
as $$
declare
  v_page constant text := case p_mail.kind
    when 'estimate' then 'invoice' when 'change_order' then 'change-order' else p_mail.kind end;
  v_token text;
begin
  if v_page = 'portal' then
    select l.token into v_token
      from corkboard.client_portals l
      join corkboard.clients c on c.workspace_id = p_mail.workspace_id and c.id = l.client_id and c.trashed_at is null
     where l.workspace_id = p_mail.workspace_id and l.client_id = p_mail.record_id;
    return '/portal/' || v_token || corkboard.secret_suffix(p_mail.workspace_id);
  end if;
  select case v_page
           when 'invoice' then (
             select i.share_token from corkboard.invoices i
              where i.workspace_id = p_mail.workspace_id and i.id = p_mail.record_id and i.status in ('SENT', 'PAID'))
           when 'scope' then (
             select s.share_token from corkboard.scopes s
              where s.workspace_id = p_mail.workspace_id and s.project_id = p_mail.project_id)
           when 'change-order' then (
             select o.share_token from corkboard.change_order_proposals o
              where o.workspace_id = p_mail.workspace_id and o.id = p_mail.record_id and o.withdrawn_at is null)
           else p.contract_token
         end
    into v_token
    from corkboard.projects p
   where p.workspace_id = p_mail.workspace_id and p.id = p_mail.project_id and p.trashed_at is null;
  return '/' || v_page || '/' || v_token || corkboard.secret_suffix(p_mail.workspace_id);
end
$$;
comment on function corkboard.mailed_link(corkboard.document_mails) is
  'The path of the share link of an emailed document; null if it opens nothing any more, the invoice was voided, or the change order was withdrawn.';

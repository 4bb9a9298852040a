create or replace function corkboard.check_open_links(p_workspace uuid, p_client uuid, p_project uuid, p_shown text) returns void
language plpgsql
as $$
begin
  if p_shown <> (select l.sha256 from corkboard.open_invoice_links(p_workspace, p_client, p_project) l) then
    perform corkboard.reject('conflict',
      'The invoices of which the links would stop working were changed since you opened this page. Check them, then press the button again.');
  end if;
end
$$;
comment on function corkboard.check_open_links(uuid, uuid, uuid, text) is
  'Rejects with conflict if the open invoices of a client or of a project (open_invoice_links) aren''t those that a page showed (null: any). Call it with the workspace locked.';

create or replace function corkboard.draft_defaults(p_workspace uuid, p_project uuid, out due_date date, out notes text)
language plpgsql stable
as $$
begin
  select corkboard.workspace_today(p_workspace) + coalesce(c.payment_term_days, w.payment_term_days), w.invoice_notes
    into draft_defaults.due_date, draft_defaults.notes
    from corkboard.workspaces w
    left join corkboard.projects p on p.workspace_id = p_workspace and p.id = p_project
    left join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
   where w.id = p_workspace;
end
$$;
comment on function corkboard.draft_defaults(uuid, uuid) is
  'What an invoice has that a member begins for a project: its due date, by the client''s payment term, otherwise the workspace''s, and the workspace''s notes. Each is null if nothing is set.';

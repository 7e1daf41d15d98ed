# Completion of selfsame for PowerShell: put  selfsame completion powershell | Out-String | Invoke-Expression  into $PROFILE
Register-ArgumentCompleter -Native -CommandName selfsame -ScriptBlock {
    param($written, $line, $cursor)
    $before = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" })
    $open = @(if ($written -eq '') { '--open' })
    selfsame complete @open -- @before 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($written)
        } else {
            $value, $says = $_ -split "`t", 2
            if (-not $says) { $says = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $says)
        }
    }
}
